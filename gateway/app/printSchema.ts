import { lexicographicSortSchema, printSchema } from 'graphql'
import { writeFile } from 'node:fs/promises'
import { buildGatewaySchema } from '../transport/graphql/buildGatewaySchema.ts'
import { TOPICS } from './topics.ts'

const SCHEMA_FILE = new URL('../../schema/schema.graphql', import.meta.url)

/** Writes the API's schema, sorted, to schema/schema.graphql: the contract the screens are generated from. */
export async function printSchemaFile(): Promise<void> {
  await writeFile(SCHEMA_FILE, `${printSchema(lexicographicSortSchema(await buildGatewaySchema(TOPICS.resolvers)))}\n`)
}

if (process.argv[1] === import.meta.filename) await printSchemaFile()
