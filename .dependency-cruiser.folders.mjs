import config from './.dependency-cruiser.cjs'

const { forbidden, options } = config
/** What the rules of imports leave out as tests. */
const TESTS = forbidden[0].from.pathNot

/** Folders that import each other are one folder with two names. A rule file of its own: tests, which may import everybody, would close circles. */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles-of-the-servers',
      comment: 'the arrows between folders go one way, imports of types among them',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(schema|prisma|engine|gateway|scripts)/', pathNot: '^(schema/graphql|prisma/generated)' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: ['^(dist|node_modules)/', TESTS] } },
}
