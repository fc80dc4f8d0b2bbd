import type { CodegenConfig } from '@graphql-codegen/cli'

/** Types and typed documents of the web's GraphQL operations, from the printed schema. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: ['web/**/*.graphql'],
  generates: {
    'web/gql/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: { DateTimeISO: 'string', JSONObject: 'Readonly<Record<string, unknown>>' },
      },
    },
  },
}
export default config
