import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'

const CLOCK = 'Time is an argument here: a backtest, a test and the market must decide alike.'

export default ts.config(
  { ignores: ['dist/', 'node_modules/', '.data/', 'prisma/generated/', 'web/gql/generated/'] },
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
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a const object and a type of the same name.' },
        {
          selector: 'MemberExpression[property.name=/^\\$(query|execute)RawUnsafe$/]',
          message: 'Use the tagged template: it binds parameters.',
        },
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Markup from strings is not allowed.' },
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
    rules: { ...hooks.configs.recommended.rules, 'react-hooks/incompatible-library': 'off' },
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
