import pg from 'pg'
import { doubtful, fine, wrong, type Finding, type Found } from '../../engine/broker/doctor/Finding.ts'
import { connect } from '../../prisma/connect.ts'
import { ALIVE_MS, livingNodes, type LivingNode } from '../../prisma/nodes/livingNodes.ts'
import { errorText } from '../../schema/errorText.ts'
import { isNewerRelease } from '../../schema/releases.ts'
import { appliedMigrations, knownMigrations, schemaMismatch } from '../../prisma/schemaVersion.ts'
import { VERSION } from '../../schema/version.ts'
import { examineConnections } from './examineConnections.ts'
import { examineArchive } from './examineArchive.ts'
import { serverMistake } from '../postgres/serverMistake.ts'

/** Signatures and one-time codes go wrong beyond it, as with the broker's clock. */
const CLOCK_LIMIT_MS = 2_000
const CLOCK_DOUBT_MS = 500

interface Facts {
  readonly version: string
  readonly number: number
  readonly role: string
  readonly name: string
  readonly now: Date
  readonly owns: boolean
}

/**
 * What there is to report about a database: whether it answers, its role, its schema, its clock against this machine's, and which processes
 * work on it.
 */
export async function examineDatabase(url: string | null, now: () => number = Date.now): Promise<readonly Finding[]> {
  if (url === null)
    return [
      {
        subject: 'database',
        ...wrong('there is none: set DATABASE_URL, or SAKHA_HOME to the data folder of a Sakha that was started before'),
      },
    ]
  let client: pg.Client
  try {
    client = await connect(url, 'sakha doctor')
  } catch (error) {
    return [{ subject: 'database', ...wrong(`${placeOf(url)} does not answer: ${errorText(error)}`) }]
  }
  try {
    const [facts, offset] = await factsOf(client, now)
    const database = { subject: 'database', ...describe(url, facts) }
    // The other queries need what is new in the accepted versions.
    if (database.state === 'fail') return [database]
    const schema = await schemaOf(client)
    const nodes = schema.state === 'ok' ? examineNodes(await livingNodes(client)) : []
    return [
      database,
      ...(schema.state === 'ok' ? [{ subject: 'connections', ...(await examineConnections(client)) }] : []),
      { subject: 'schema', ...schema },
      { subject: 'clock', ...clockOf(offset) },
      { subject: 'archive', ...(await examineArchive(client)) },
      ...nodes,
    ]
  } finally {
    await client.end()
  }
}

async function factsOf(client: pg.Client, now: () => number): Promise<readonly [Facts, number]> {
  const before = now()
  const { rows } = await client.query<Facts>(`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number, current_user AS role,
      current_database() AS name, clock_timestamp() AS now,
      EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public' AND tableowner = current_user) AS owns`)
  const facts = rows[0]!
  // Halfway between question and answer is when the database looked at its clock.
  return [facts, facts.now.getTime() - (before + now()) / 2]
}

function describe(url: string, { version, number, role, name, owns }: Facts): Found {
  const what = `PostgreSQL ${version.split(' ')[0]} at ${placeOf(url)}, database ${name}, as ${role}`
  const mistake = serverMistake(version, number)
  if (mistake !== null) return wrong(`${what}: ${mistake}`)
  return owns ? doubtful(`${what}, who owns the tables: "npm run migrate" prints how to make a role with fewer rights`) : fine(what)
}

async function schemaOf(client: pg.Client): Promise<Found> {
  const applied = await appliedMigrations(client)
  const mismatch = schemaMismatch(knownMigrations(), applied)
  return mismatch === null ? fine(`${applied.at(-1)}, as version ${VERSION} needs it`) : wrong(mismatch)
}

function clockOf(offset: number): Found {
  const text = `${(Math.abs(offset) / 1_000).toFixed(2)} s ${offset > 0 ? 'behind' : 'ahead of'} the database’s`
  if (Math.abs(offset) <= CLOCK_DOUBT_MS) return fine(`this machine’s is that of the database (${text})`)
  const advice = `this machine’s is ${text}: synchronise both (chrony, systemd-timesyncd)`
  return Math.abs(offset) > CLOCK_LIMIT_MS ? wrong(advice) : doubtful(advice)
}

function examineNodes(nodes: readonly LivingNode[]): readonly Finding[] {
  const engines = nodes.filter(({ kind }) => kind === 'ENGINE')
  const gateways = nodes.filter(({ kind }) => kind === 'GATEWAY')
  const older = engines.find((engine) => gateways.some((gateway) => isNewerRelease(gateway.version, engine.version)))
  const found = older
    ? wrong(`${atWork(engines)}: older than a gateway, so that nothing is opened for its users: start the engine of the gateway’s version`)
    : ofOneVersion(engines)
  return [
    { subject: 'engine nodes', ...found },
    { subject: 'gateway nodes', ...ofOneVersion(gateways) },
  ]
}

function ofOneVersion(nodes: readonly LivingNode[]): Found {
  if (nodes.length === 0) return wrong(`none has reported within ${ALIVE_MS / 1_000} s: start one`)
  const text = atWork(nodes)
  return nodes.every(({ version }) => version === VERSION) ? fine(text) : doubtful(`${text}; this is version ${VERSION}`)
}

function atWork(nodes: readonly LivingNode[]): string {
  return `${nodes.length} at work: ${nodes.map(({ version, runtime }) => `${version} on Node.js ${runtime}`).join(', ')}`
}

/** Without the password. */
function placeOf(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url })
  return `${host}:${port}`
}
