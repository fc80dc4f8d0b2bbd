import { parseArgs } from 'node:util'
import { CommandFailure, UsageError } from '../engine/cli/failures.ts'
import { openDatabase } from '../prisma/client.ts'
import { DamagedMarketTables } from '../prisma/marketTables.ts'
import { stopTrading, switchAccount } from './admin/account.ts'
import { askToConfirm } from './admin/askToConfirm.ts'
import { auditCommand } from './admin/audit.ts'
import { checkCommand } from './admin/books.ts'
import { ownerMail } from './admin/ownerMail.ts'
import { databaseUrl } from './admin/databaseUrl.ts'
import { jobsCommand } from './admin/jobs.ts'
import { keysCommand } from './admin/keys.ts'
import { marketCommand } from './admin/market.ts'
import { changeRole } from './admin/role.ts'
import { sandboxCommand } from './admin/sandbox.ts'
import { readSettings } from './launch/settings.ts'

const USAGE = `npm run admin -- EMAIL                              make an existing account an admin
npm run admin -- EMAIL --name "NAME"                make a new admin account; its password is made up and shown once
npm run admin -- EMAIL --revoke                     make an admin a user again
npm run admin -- role EMAIL analyst                 make an account that trades nothing a read-only analyst; "user" takes a role away
npm run admin -- account disable EMAIL              end all sessions of an account, and let nobody sign in to it
npm run admin -- account enable EMAIL               let its owner sign in again
npm run admin -- account stop EMAIL --reason TEXT   open no new trades for an account; with --square-off close its open ones
npm run admin -- account lift EMAIL --reason TEXT   let it trade again
npm run admin -- keys show                          the keys that secrets are sealed with, and how many secrets each
npm run admin -- keys rotate                        make the next key and seal every secret anew with it, while all runs
npm run admin -- keys retire                        remove the keys that nothing is sealed with any more
npm run admin -- jobs                               work that was given up, mails for example, with its last error
npm run admin -- jobs retry ID                      have one tried again
npm run admin -- check books                        whether orders, fills and trades are whole and agree; the engine does it every night
npm run admin -- audit verify                       whether the audit log is as it was written: no entry changed, none taken out
npm run admin -- market show                        holidays, sessions, expiry days, lots, freeze quantities, price protection, charges
npm run admin -- market holiday add DATE "NAME"     close the exchanges on a date, YYYY-MM-DD
npm run admin -- market holiday remove DATE
npm run admin -- market year add YEAR               say that all holidays of a year are entered
npm run admin -- market year remove YEAR
npm run admin -- market vix FILE                    add daily India VIX (CSV: time, close), which backtests price options by
npm run --silent admin -- market export > FILE      all tables, as a file to edit
npm run admin -- market import FILE                 put all tables of a file in place of the present ones
npm run admin -- sandbox accounts                   client codes, PINs and one-time codes of the sandbox's accounts

A change of role shows the account and asks first; with --yes it does not ask.

Sakha must be running (npm start), or DATABASE_URL must name its database.`

const OPTIONS = {
  name: { type: 'string' },
  reason: { type: 'string' },
  'square-off': { type: 'boolean' },
  revoke: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
} as const

interface Flags {
  readonly name?: string | undefined
  readonly reason?: string | undefined
  readonly 'square-off'?: boolean | undefined
  readonly revoke?: boolean | undefined
  readonly yes?: boolean | undefined
}

try {
  const { values, positionals } = readCommandLine()
  process.stdout.write(`${values.help ? USAGE : await run(positionals, values)}\n`)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

function readCommandLine() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function run(
  args: readonly string[],
  { name, reason, 'square-off': squareOff = false, revoke = false, yes = false }: Flags,
): Promise<string> {
  if (args[0] === 'sandbox') return sandboxCommand(process.env, args.slice(1))
  const url = databaseUrl()
  const db = openDatabase(url, 'sakha admin', 1)
  try {
    if (args[0] === 'market') return await marketCommand(db, args.slice(1))
    if (args[0] === 'check') return await checkCommand(url, args.slice(1))
    if (args[0] === 'audit') return await auditCommand(db, args.slice(1))
    if (args[0] === 'jobs') return await jobsCommand(db, args.slice(1))
    if (args[0] === 'keys') return await keysCommand(db, readSettings(process.env).home, args.slice(1))
    const mail = ownerMail({ ...process.env, DATABASE_URL: url })
    const tools = { tellOwner: mail.tell, confirm: askToConfirm({ input: process.stdin, output: process.stderr }, yes) }
    const ofAccount = (orders: readonly string[]) =>
      orders[0] === 'stop' || orders[0] === 'lift'
        ? stopTrading(db, orders, { squareOff, reason }, mail.tell)
        : switchAccount(db, orders, mail.tell)
    const told = args[0] === 'account' ? ofAccount(args.slice(1)) : changeRole(db, args, { revoke, name }, tools)
    return await told.finally(() => mail.close())
  } finally {
    await db.$disconnect()
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`
  if (error instanceof CommandFailure) return error.message
  if (error instanceof DamagedMarketTables) return `${error.message} Repair them with "market import FILE".`
  const reason = error instanceof Error ? error.message.split('\n').at(-1) : String(error)
  return `The database cannot be reached. Start Sakha with npm start, or set DATABASE_URL. (${reason})`
}
