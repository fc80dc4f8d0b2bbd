import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { z } from 'zod'

/** What code loads by name: imports of values, at the start or later. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"]([^'".][^'"]*)['"]/g
const BUILT_IN = new Set(builtinModules)
const needs = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
})

/** The folders in node_modules, sorted, of every package that compiled code in some folders loads, and those that these need in turn. Throws when one is not installed. */
export function packagesOf(folders: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const waiting = [...importedBy(folders)].map((name) => ({ name, from: '.', needed: true }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = placeOf(next.name, next.from)
    if (place === null) {
      if (next.needed) throw new Error(`${next.name}, which ${next.from} loads, is not installed.`)
      continue
    }
    if (found.has(place)) continue
    found.add(place)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = needs.parse(
      JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')),
    )
    const from = place
    for (const name of Object.keys(dependencies)) waiting.push({ name, from, needed: !(name in optionalDependencies) })
    for (const name of Object.keys(optionalDependencies)) waiting.push({ name, from, needed: false })
    for (const name of Object.keys(peerDependencies)) if (!peerDependenciesMeta[name]?.optional) waiting.push({ name, from, needed: false })
  }
  return [...found].toSorted()
}

function importedBy(folders: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const folder of folders)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.m?js$/.test(entry.name)) continue
      for (const [, given = ''] of readFileSync(path.join(entry.parentPath, entry.name), 'utf8').matchAll(IMPORT)) {
        const name = given
          .split('/')
          .slice(0, given.startsWith('@') ? 2 : 1)
          .join('/')
        if (/^(@[\w.-]+\/)?[\w.-]+$/.test(name) && !given.startsWith('node:') && !BUILT_IN.has(name)) names.add(name)
      }
    }
  return names
}

/** Where a package is found from another's folder, as Node.js looks for it. */
function placeOf(name: string, from: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name)
    if (path.basename(folder) !== 'node_modules' && existsSync(path.join(place, 'package.json'))) return place
    if (folder === '.') return null
  }
}
