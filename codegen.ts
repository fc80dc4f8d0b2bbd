import type { CodegenConfig } from '@graphql-codegen/cli'

/** What makes, proves, renews and ends sessions. */
const OF_SESSIONS = 'web/lib/session/*.graphql'

const output = { preset: 'client', presetConfig: { fragmentMasking: false } } as const
const types = {
  useTypeImports: true,
  enumsAsTypes: true,
  scalars: { DateTimeISO: 'string', JSONObject: 'Readonly<Record<string, unknown>>' },
}

/** Types and typed documents of the web's GraphQL operations, from the printed schema: parsed for Apollo, as texts where it is not loaded. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  generates: {
    'web/gql/generated/': { ...output, documents: ['web/**/*.graphql', `!${OF_SESSIONS}`], config: types },
    'web/lib/session/generated/': { ...output, documents: [OF_SESSIONS], config: { ...types, documentMode: 'string' } },
  },
}
export default config
