import path from 'node:path'
import { defineConfig } from 'prisma/config'

process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= path.join(import.meta.dirname, 'scripts/schema-engine.mjs')
process.env['CHECKPOINT_DISABLE'] ??= '1'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // `prisma generate` needs no database, but the key must be there.
  datasource: { url: process.env['DATABASE_URL'] ?? 'postgresql://unset@127.0.0.1:1/unset' },
})
