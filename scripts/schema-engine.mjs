#!/usr/bin/env node
/**
 * Stands where Prisma's CLI expects its native schema engine: JSON-RPC over stdio, answered by the same engine
 * compiled to WebAssembly (npm package @prisma/schema-engine-wasm) over the pg driver. The native binary is a
 * download from outside the package registry; this one is there after `npm ci`, on every platform.
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import readline from 'node:readline'
import { parseArgs } from 'node:util'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'

const CHAR_OID = 18
const TEXT_OID = 25

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  allowPositionals: true,
  options: { datasource: { type: 'string' }, datamodels: { type: 'string', multiple: true }, version: { type: 'boolean', short: 'V' } },
})
const url = values.datasource ? JSON.parse(values.datasource).url : process.env.DATABASE_URL

const wasm = await loadEngine()
if (values.version) {
  console.log(`schema-engine-wasm ${wasm.version?.() ?? ''}`)
  process.exit(0)
}
const cliAt = positionals.indexOf('cli')
if (cliAt >= 0) await runCliCommand(positionals[cliAt + 1])
else serve()

/** Node 20 cannot import .wasm as a module, so the glue is bound by hand. */
async function loadEngine() {
  const require = createRequire(import.meta.url)
  const glue = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const engine = await import(glue)
  const module = await WebAssembly.compile(fs.readFileSync(glue.replace(/\.js$/, '.wasm')))
  const instance = await WebAssembly.instantiate(module, { './schema_engine_bg.js': engine })
  engine.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start?.()
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    message: '',
    set_message(message) {
      this.message = message
    },
    get() {
      return this.message
    },
  }
  return engine
}

/** Connection settings without a connection string: pg would let the string override `database`, and the shadow database would be the real one. */
function connectionSettings() {
  const parsed = new URL(url)
  const ssl = { require: { rejectUnauthorized: false }, 'no-verify': { rejectUnauthorized: false }, 'verify-ca': true, 'verify-full': true }
  return {
    host: decodeURIComponent(parsed.searchParams.get('host') ?? parsed.hostname),
    port: Number(parsed.port || 5432),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    ssl: ssl[parsed.searchParams.get('sslmode') ?? ''],
    idleTimeoutMillis: 300,
    allowExitOnIdle: true,
  }
}

async function queryOn(database, sql) {
  const client = new pg.Client({ ...connectionSettings(), database })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function createDatabase() {
  const { database } = connectionSettings()
  await queryOn('postgres', `CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  return database
}

async function runCliCommand(command) {
  const { database } = connectionSettings()
  const commands = {
    'can-connect-to-database': () => queryOn(database, 'SELECT 1'),
    'create-database': createDatabase,
    'drop-database': () => queryOn('postgres', `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(database)} WITH (FORCE)`),
  }
  try {
    if (!commands[command]) throw new Error(`unknown command ${command}`)
    await commands[command]()
    process.exit(0)
  } catch (error) {
    const errorCode = { '3D000': 'P1003', '28P01': 'P1000' }[error.code] ?? 'P1001'
    const line = {
      timestamp: new Date().toISOString(),
      level: 'ERROR',
      fields: { message: error.message, error_code: errorCode },
      target: 'schema_engine::logger',
    }
    process.stderr.write(`\n${JSON.stringify(line)}\n`)
    process.exit(1)
  }
}

/** Fills two gaps of adapter-pg: it has no "char" column type (prisma/orm issue 27403), and it splits scripts on ';', which breaks function bodies. */
function patchConnection(connection) {
  const performIO = connection.performIO.bind(connection)
  connection.queryRaw = async (query) => {
    const charColumns = []
    connection.performIO = async (statement) => {
      const result = await performIO(statement)
      result.fields.forEach((field, i) => {
        if (field.dataTypeID === CHAR_OID) {
          charColumns.push(i)
          field.dataTypeID = TEXT_OID
        }
      })
      return result
    }
    const result = await Object.getPrototypeOf(connection).queryRaw.call(connection, query)
    for (const i of charColumns) result.columnTypes[i] = ColumnTypeEnum.Character
    return result
  }
  if (connection.executeScript) {
    connection.executeScript = async (sql) => {
      try {
        await connection.underlyingDriver().query(sql)
      } catch (error) {
        connection.onError(error)
      }
    }
  }
  if (connection.startTransaction) {
    const startTransaction = connection.startTransaction.bind(connection)
    connection.startTransaction = async (level) => patchConnection(await startTransaction(level))
  }
  return connection
}

function adapterFactory() {
  const settings = url ? connectionSettings() : {}
  const inner = new PrismaPg(settings)
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    connect: async () => patchConnection(await inner.connect()),
    connectToShadowDb: async () => {
      const database = `prisma_migrate_shadow_db_${crypto.randomUUID()}`
      await queryOn('postgres', `CREATE DATABASE "${database}"`)
      const connection = patchConnection(await new PrismaPg({ ...settings, database }).connect())
      const dispose = connection.dispose.bind(connection)
      connection.dispose = async () => {
        await dispose()
        await queryOn('postgres', `DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`)
      }
      return connection
    },
  }
}

/** A fresh engine for every call: a used one may have forgotten how to make a shadow database. */
function openEngine() {
  const datamodels = values.datamodels?.map((file) => [file, fs.readFileSync(file, 'utf8')])
  return wasm.SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapterFactory()))
}

async function answer({ method, params }) {
  if (method === 'createDatabase') return { databaseName: await createDatabase() }
  const engine = await openEngine()
  // The engine learns its shadow-database factory only in devDiagnostic.
  if (method === 'evaluateDataLoss' || method === 'createMigration')
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters })
  return engine[method === 'getDatabaseVersion' ? 'version' : method](params ?? {})
}

function serve() {
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let queue = Promise.resolve()
  async function handle(line) {
    const request = JSON.parse(line)
    if (request.id === undefined || !request.method) return
    try {
      const result = await answer(request)
      if (request.method === 'diff' && result?.stdout != null)
        send({ id: 1e6 + request.id, method: 'print', params: { content: result.stdout } })
      send({ id: request.id, result: result ?? {} })
    } catch (error) {
      const data = { is_panic: false, message: error?.message ?? String(error), error_code: error?.code, meta: error?.meta }
      send({ id: request.id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } })
    }
  }
  const lines = readline.createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    queue = queue.then(() => handle(line))
  })
  lines.on('close', () => queue.finally(() => process.exit(0)))
}
