import { hashPassword } from '../../gateway/security/passwords.ts'
import { insertProposal } from '../../gateway/testing/insertProposal.ts'
import { DAY } from '../../schema/time.ts'
import { seedTrades } from '../../scripts/bench/measuring/seedTrades.ts'
import { insertAgentDay } from './insertAgentDay.ts'
import { makeAdmin } from './makeAdmin.ts'
import { filledBy, type Product, type Tokens } from './startProduct.ts'
import { tokensOf } from './tokensOf.ts'

const PASSWORD = 'kite-river-42'

/**
 * An admin with two-factor sign-in, ten strategies of their own and 2,000 trades, twenty of them running, a day of the agent, and a proposal
 * of it in a market that the engine does not know, so that no screen is empty.
 * Returns the tokens of a session.
 */
export async function seededAdmin({ address, db, superuserUrl }: Product): Promise<Tokens> {
  const id = await filledBy(superuserUrl, (superuser) => seedTrades(superuser, 2_000))
  const { email } = await db.user.update({ where: { id }, data: { name: 'Asha Rao', passwordHash: await hashPassword(PASSWORD) } })
  const tokens = await tokensOf(address, { email, password: PASSWORD })
  await insertProposal(db, { userId: id, market: 'another', expiresAt: new Date(Date.now() + DAY) })
  await insertAgentDay(db, id)
  await makeAdmin({ address, db }, id, tokens)
  return tokens
}
