import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'
import { noStaleFields } from './scripts/lint/noStaleFields.js'

const GRAPHQL = 'The web speaks GraphQL: gql/client.ts, or lib/session/askGateway.ts for what sessions are made of.'
const SYNTAX = [
  { selector: 'TSEnumDeclaration', message: 'Use a const object and a type of the same name.' },
  {
    selector: 'MemberExpression[property.name=/^\\$(query|execute)RawUnsafe$/]',
    message: 'Use the tagged template: it binds parameters.',
  },
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Markup from strings is not allowed.' },
]
const NO_MOCK = {
  selector: "MemberExpression[object.name='vi'][property.name='mock']",
  message: 'Test files share their modules (vitest.config.ts).',
}

const CLOCK = 'Time is an argument here: a backtest, a test and the market must decide alike.'

export default ts.config(
  { ignores: ['dist/', 'node_modules/', '.data/', 'prisma/generated/', 'web/gql/generated/', 'web/lib/session/generated/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.js'] }, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/await-thenable': 'error',
      // Indexing is checked by noUncheckedIndexedAccess; in loops over typed arrays the assertion is the honest form.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // type-graphql needs classes and empty ones are legitimate there.
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-restricted-syntax': ['error', ...SYNTAX, NO_MOCK],
    },
  },
  {
    files: ['{engine,gateway,prisma,scripts}/**/*.ts'],
    plugins: { sakha: { rules: { 'no-stale-fields': noStaleFields } } },
    rules: { 'sakha/no-stale-fields': 'error' },
  },
  {
    files: ['gateway/topics/**/routes.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [{ name: 'node:stream', message: 'Files end with the session they are sent by: security/SentFiles.ts.' }] },
      ],
    },
  },
  {
    files: ['engine/{analysis,trading,schedule}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'performance', message: CLOCK },
        { name: 'setTimeout', message: CLOCK },
        { name: 'setInterval', message: CLOCK },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: CLOCK },
        { object: 'Math', property: 'random', message: 'Chance is an argument here.' },
      ],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    // The last rule warns of libraries that the React Compiler cannot memoize; nothing here is compiled by it.
    rules: {
      ...hooks.configs.recommended.rules,
      'react-hooks/incompatible-library': 'off',
      // The paths of other clients, whole, as a part of a text, and put together.
      'no-restricted-syntax': [
        'error',
        ...SYNTAX,
        NO_MOCK,
        { selector: 'Literal[value=/(^|\\W)api\\u002F|\\u002Fapi(\\W|$)/]', message: GRAPHQL },
        { selector: 'TemplateElement[value.raw=/(^|\\W)api\\u002F|\\u002Fapi(\\W|$)/]', message: GRAPHQL },
      ],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    ignores: ['web/app/ToastArea.tsx', 'web/testSetup.ts', '**/*.test.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [{ name: 'sonner', allowTypeImports: true, message: 'It would come with the first load: web/ui/toast.ts.' }] },
      ],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    // The second asks /graphql what a person has typed.
    ignores: [
      'web/lib/session/askGateway.ts',
      'web/playground/askApi.ts',
      'web/e2e/**',
      '**/*.test.{ts,tsx}',
      '**/testing/**',
      'web/testSetup.ts',
    ],
    rules: {
      'no-restricted-globals': ['error', ...['fetch', 'XMLHttpRequest', 'EventSource'].map((name) => ({ name, message: GRAPHQL }))],
      'no-restricted-properties': [
        'error',
        ...['window', 'globalThis', 'self'].flatMap((object) =>
          ['fetch', 'XMLHttpRequest', 'EventSource'].map((property) => ({ object, property, message: GRAPHQL })),
        ),
        { object: 'navigator', property: 'sendBeacon', message: GRAPHQL },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        module: 'writable',
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        WebAssembly: 'readonly',
        crypto: 'readonly',
      },
    },
  },
)
