import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { folderCircles, type Import } from './folderCircles.ts'

const FOLDERS = ['schema', 'prisma', 'engine', 'gateway', 'web', 'scripts']
/** Tests may import everybody. Classes of the API refer to each other, as do the tables' (both in one room each). */
const PASSED_OVER = /\.test\.tsx?$|\/testing\/|^web\/(e2e\/|testSetup)|^(schema\/graphql|prisma\/generated)\//

/** What dependency-cruiser says, as far as it is read. */
interface Cruise {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] }[]
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly to: string; readonly rule: { readonly name: string } }[]
  }
}

/** Imports against the rules of .dependency-cruiser.cjs, and circles of folders, imports of types among them; null: none. */
export async function brokenImportRules(): Promise<string | null> {
  const { modules, summary } = await cruise()
  const own = (file: string) => FOLDERS.some((folder) => file.startsWith(`${folder}/`)) && !PASSED_OVER.test(file)
  const imports = modules.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }): Import => [source, resolved]))
  const wrong = [
    ...summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} imports ${to}`),
    ...folderCircles(imports.filter((files) => files.every(own))).map((circle) => `a circle of folders in ${circle}`),
  ]
  return wrong.length > 0 ? wrong.join('\n') : null
}

async function cruise(): Promise<Cruise> {
  const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'
  const args = [program, ...FOLDERS, '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 256 * 2 ** 20 })
  return JSON.parse(stdout) as Cruise
}
