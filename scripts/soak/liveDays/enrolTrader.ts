import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { SandboxAccount } from '../../../engine/sandbox/accounts/loadAccount.ts'
import { LIVE_WORD } from '../../../schema/trading/liveGates.ts'
import type { RemovedStop } from '../../../prisma/generated/client.ts'
import { GatewayClient, Tokens } from './GatewayClient.ts'

const PASSWORD = 'kite-river-42'
const Any = z.unknown()
const WithId = z.object({ id: z.string() })

/** A trader of the trial: what he trades with, here and at the broker. */
export interface Trader {
  readonly name: string
  readonly userId: string
  readonly account: SandboxAccount
  readonly client: GatewayClient
  /** Proves again that it is he, as dangerous changes require. */
  readonly prove: () => Promise<void>
}

/** What a new trader is and wants. */
export interface Enrolment {
  readonly address: string
  readonly name: string
  readonly account: SandboxAccount
  readonly strategyIds: readonly string[]
  /** What is to follow when he cancels a stop at the broker. */
  readonly removedStop: RemovedStop
  /** The link for confirming an address that was mailed there; resolves once it was. */
  readonly mailedToken: (email: string) => Promise<string>
}

/**
 * Signs a trader up as a person would: confirms the address, turns on two-factor sign-in, chooses limits, connects the broker and consents to
 * keeping what signs in, accepts the risk text, subscribes, and switches all subscriptions to live. Rejects where the product refuses a step.
 */
export async function enrolTrader({ address, name, account, strategyIds, removedStop, mailedToken }: Enrolment): Promise<Trader> {
  const client = new GatewayClient(address)
  const email = `${name.toLowerCase()}@example.com`
  const signUp = { name, email, password: PASSWORD, confirmPassword: PASSWORD }
  const begun = await client.ask(
    Tokens.extend({ user: WithId }),
    'mutation ($input: SignupInput!) { signup(input: $input) { token refreshToken user { id } } }',
    { input: signUp },
  )
  client.signIn(begun)
  await client.ask(Any, 'mutation ($token: String!) { verifyEmail(token: $token) }', { token: await mailedToken(email) })
  const { secret } = await client.ask(z.object({ secret: z.string() }), 'mutation { beginTwoFactor { secret } }')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await client.ask(Any, 'mutation ($code: String!) { confirmTwoFactor(code: $code) { codes } }', { code: totp.generate() })
  await client.ask(Any, 'mutation ($input: AccountLimitsInput!) { updateAccountLimits(input: $input) { __typename } }', {
    input: { maxDailyLoss: 5_000_000, maxOpenTrades: 100, removedStop },
  })
  const { clientCode, pin, totpSecret } = account
  await client.ask(Any, 'mutation ($input: BrokerSignInInput!) { connectBrokerWithPin(input: $input) { isConnected } }', {
    input: { clientCode, pin, totpSecret, keep: true },
  })
  await client.ask(Any, 'mutation { checkBroker { isConnected } }')
  for (const strategyId of strategyIds) {
    const { id } = await client.ask(WithId, 'mutation ($strategyId: ID!) { subscribeStrategy(strategyId: $strategyId) { id } }', {
      strategyId,
    })
    const { riskTextVersion: version } = await client.ask(
      z.object({ riskTextVersion: z.number() }),
      'query ($id: ID!) { liveReadiness(id: $id) { riskTextVersion } }',
      { id },
    )
    await client.ask(Any, 'mutation ($version: Int!) { acceptRiskText(version: $version) }', { version })
    await client.ask(Any, 'mutation ($id: ID!, $word: String) { togglePaperTrade(id: $id, confirmation: $word) { paperTrade } }', {
      ...{ id, word: LIVE_WORD },
    })
  }
  return {
    ...{ name, userId: begun.user.id, account, client },
    async prove() {
      // A code is good for one use.
      await sleep(totp.remaining() + 500)
      await client.ask(Any, 'mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) }', {
        input: { password: PASSWORD, code: totp.generate() },
      })
    },
  }
}
