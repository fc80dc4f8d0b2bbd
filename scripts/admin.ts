import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { hashPassword } from '../gateway/security/passwords.ts'
import { openDatabase } from '../prisma/client.ts'
import { readSettings } from './launch/settings.ts'

const USAGE = `npm run admin -- EMAIL                 make an existing account an admin
npm run admin -- EMAIL --name "NAME"   make a new admin account; its password is made up and shown once

Sakha must be running (npm start), or DATABASE_URL must name its database.`

function fail(text: string, code: number): never {
  process.stderr.write(`${text}\n`)
  process.exit(code)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}
const email = positionals[0]?.trim().toLowerCase()
if (!email?.includes('@') || positionals.length !== 1) fail(USAGE, 2)

const db = openDatabase(databaseUrl(), 1)
try {
  const existing = await db.user.findUnique({ where: { email } })
  if (existing) {
    await db.user.update({ where: { email }, data: { role: 'admin' } })
    process.stdout.write(`${email} is an admin. Open sessions show it after the next sign-in.\n`)
  } else if (values.name) {
    const password = randomBytes(12).toString('base64url')
    await db.user.create({ data: { email, name: values.name, role: 'admin', passwordHash: await hashPassword(password) } })
    process.stdout.write(`${email} is an admin. Password, shown only now: ${password}\n`)
  } else {
    fail(`There is no account ${email}. Sign up first, or add --name "NAME" to make one.`, 1)
  }
} catch (error) {
  fail(
    `The database cannot be reached. Start Sakha with npm start, or set DATABASE_URL. (${error instanceof Error ? error.message.split('\n').at(-1) : String(error)})`,
    1,
  )
} finally {
  await db.$disconnect()
}

/** The running product's database: DATABASE_URL, or the packaged one of the data folder. */
function databaseUrl(): string {
  const settings = readSettings(process.env)
  if (settings.databaseUrl) return settings.databaseUrl
  const file = path.join(settings.home, 'database.json')
  if (!existsSync(file))
    fail(`There is no database in ${settings.home} yet. Start Sakha with npm start first, or set SAKHA_HOME or DATABASE_URL.`, 1)
  const { password } = JSON.parse(readFileSync(file, 'utf8')) as { password: string }
  return `postgresql://sakha:${encodeURIComponent(password)}@127.0.0.1:${settings.databasePort}/sakha`
}
