/** Tests, and what only tests use: folders named `testing`, the set-up of the web's tests, all of `web/e2e/`. */
const TESTS = '(\\.test\\.tsx?|/testing/.+\\.tsx?|^web/testSetup\\.ts|^web/e2e/[\\w.]+\\.ts)$'

const only = (from, allowed, comment) => ({
  name: from.replace(/[^a-z]+/gi, '-').replace(/^-|-$/g, ''),
  comment,
  severity: 'error',
  from: { path: `^${from}`, pathNot: TESTS },
  to: { path: '^(schema|prisma|engine|gateway|web|scripts)/', pathNot: allowed.map((folder) => `^${folder}`) },
})

/** Pure code of the engine that the gateway's topics of the same subject compute with. */
const INDICATORS = 'engine/analysis/(indicators/|rules/warmUp\\.)'
const RULES = 'engine/analysis/rules/(BarColumns|compileRules|evaluate|Program|Series)\\.'
const PLANS =
  'engine/(broker/port|backtest/history/vixLevel|backtest/premiums/listedContracts|trading/positions/(planPosition|chooseLegs|optionChain|atmVolatility|withinReach)|trading/risk/assess|trading/signals/chooseContract)\\.'

/** Who may import whom (the table in CONTRIBUTING.md), by pattern, so that a new folder is covered the day it appears. */
module.exports = {
  forbidden: [
    only('schema/', ['schema/'], 'schema/ is what all agree on: it knows nobody'),
    only('prisma/', ['prisma/', 'schema/'], 'prisma/ knows schema/ only'),
    only(
      'engine/(?!store/|cluster/|sandbox/|analysis/)',
      ['engine/(?!sandbox/)', 'schema/(?!graphql/)'],
      'only store/ and cluster/ touch the database',
    ),
    only('engine/(store|cluster)/', ['engine/(?!sandbox/)', 'schema/(?!graphql/)', 'prisma/'], 'the engine does not know the API'),
    only(
      'engine/sandbox/',
      ['engine/sandbox/', 'schema/(?!graphql/)'],
      'the sandbox stands for the broker: it shares nothing with the engine',
    ),
    only('engine/analysis/', ['engine/analysis/', 'schema/(?!graphql/)'], 'analysis/ is pure'),
    only(
      'gateway/',
      ['gateway/', 'schema/', 'prisma/', INDICATORS, RULES, PLANS],
      'the gateway meets the engine only through the database and the bus',
    ),
    only('gateway/kit/', ['gateway/kit/', 'schema/', 'prisma/'], 'kit is what everybody imports'),
    only('gateway/security/', ['gateway/(kit|security)/', 'schema/', 'prisma/'], 'security knows no topic'),
    only(
      'gateway/topics/',
      ['gateway/(kit|security|topics)/', 'schema/', 'prisma/', INDICATORS, RULES, PLANS],
      'a topic does not know how it is reached',
    ),
    only(
      'gateway/transport/',
      ['gateway/(kit|security|transport)/', 'schema/', 'prisma/'],
      'transport knows topics by their manifests only',
    ),
    only('web/', ['web/', 'schema/(?!graphql/)', 'engine/analysis/indicators/'], 'the browser knows the API, not the servers'),
    {
      name: 'web-indicators',
      comment: 'charts draw the very indicators that strategies decide on; they are pure',
      severity: 'error',
      from: { path: '^web/(?!charts/)', pathNot: TESTS },
      to: { path: '^engine/' },
    },
    {
      name: 'gateway-indicators',
      comment: 'analysts are given the very indicators that strategies decide on; they are pure',
      severity: 'error',
      from: { path: '^gateway/(?!topics/(indicators|strategySight)/)', pathNot: TESTS },
      to: { path: `^${INDICATORS}` },
    },
    {
      name: 'gateway-rules',
      comment: 'what a strategy sees is judged by the very program that signals; it is pure',
      severity: 'error',
      from: { path: '^gateway/(?!topics/strategySight/)', pathNot: TESTS },
      to: { path: `^${RULES}` },
    },
    {
      name: 'gateway-plans',
      comment: 'what a lot would open is planned by the very code that opens it; it is pure',
      severity: 'error',
      from: { path: '^gateway/(?!topics/lotPreviews/)', pathNot: TESTS },
      to: { path: `^${PLANS}` },
    },
    {
      name: 'gateway-faces',
      comment: 'resolvers and routes translate; only what lies behind them touches the database',
      severity: 'error',
      from: { path: '^gateway/topics/[^/]+/(resolver|routes|input)\\.ts$' },
      to: { path: '^prisma/' },
    },
    {
      name: 'web-ui',
      severity: 'error',
      from: { path: '^web/(ui|theme|lib)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/(app|screens|features|charts)/' },
    },
    {
      name: 'web-charts',
      severity: 'error',
      from: { path: '^web/charts/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/(app|screens|features)/' },
    },
    {
      name: 'web-features',
      severity: 'error',
      from: { path: '^web/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/(app|screens)/' },
    },
    {
      name: 'web-feature-siblings',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/features/([^/]+)/', pathNot: '^web/features/$1/' },
    },
    { name: 'web-screens', severity: 'error', from: { path: '^web/screens/', pathNot: '\\.test\\.tsx?$' }, to: { path: '^web/app/' } },
    {
      name: 'nobody-imports-scripts',
      severity: 'error',
      from: { path: '^(schema|prisma|engine|gateway|web)/', pathNot: TESTS },
      to: { path: '^scripts/' },
    },
    {
      name: 'testing-for-tests',
      comment: 'what lies in a folder named testing is not compiled into dist',
      severity: 'error',
      from: { path: '^(schema|prisma|engine|gateway|web)/', pathNot: TESTS },
      to: { path: '/testing/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: '^(schema/graphql|prisma/generated)' },
      to: { circular: true, viaOnly: { pathNot: '^(schema/graphql|prisma/generated)' } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          TESTS,
          '\\.d\\.ts$',
          '^(vitest\\.config|web/vite\\.(config|playground)|codegen|prisma\\.config)\\.ts$',
          // Node loads them by their names.
          '^scripts/(loadTypeScript\\.mjs|loadSettings\\.d\\.mts|processes/exitWithParent)',
          // The browser runs it by its address (web/lib/offlineWorker.ts).
          '^web/public/sw\\.js$',
          // vitest.config.ts and test.ts name them.
          '^scripts/test/',
          '^prisma/generated',
        ],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^dist|(^|/officialSdk/)node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
