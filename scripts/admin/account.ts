import { randomBytes } from 'node:crypto'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { hashPassword } from '../../gateway/security/passwords.ts'
import type { Database } from '../../prisma/client.ts'

/** Makes an account an admin, or with a name a new one; answers what to tell. Throws UsageError, or CommandFailure when there is no such account. */
export async function makeAdmin(db: Database, [address, ...rest]: readonly string[], name: string | undefined): Promise<string> {
  const email = address?.trim().toLowerCase()
  if (!email?.includes('@') || rest.length > 0) throw new UsageError('One email address is expected.')
  const existing = await db.user.findUnique({ where: { email } })
  if (existing) {
    await db.user.update({ where: { email }, data: { role: 'admin' } })
    return `${email} is an admin. Open sessions show it after the next sign-in.`
  }
  if (!name) throw new CommandFailure(`There is no account ${email}. Sign up first, or add --name "NAME" to make one.`)
  const password = randomBytes(12).toString('base64url')
  await db.user.create({ data: { email, name, role: 'admin', passwordHash: await hashPassword(password) } })
  return `${email} is an admin. Password, shown only now: ${password}`
}
