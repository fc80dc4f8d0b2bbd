import type { LockedPackage } from './lockfile.ts'

/** Require only that their notice stays; the last one is for fonts. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense', 'OFL-1.1'],
])

/** Packages looked at one by one: what they say, and why it will do. */
const LOOKED_AT: readonly { readonly name: RegExp; readonly license: string | null; readonly because: string }[] = [
  { name: /^lightningcss(-|$)/, license: 'MPL-2.0', because: 'a tool of the build, used as it is; nothing of it is in what is built' },
  { name: /^elkjs$/, license: 'EPL-2.0', because: 'comes with the command line of Prisma, used as it is; the product does not load it' },
  { name: /^argparse$/, license: 'Python-2.0', because: 'as permissive as BSD; reads configuration files that the product does not have' },
  { name: /^seq-queue$/, license: null, because: 'its LICENSE file is MIT; package.json does not say so' },
]

/** What is wrong with the licences of what the product installs, one line a package; empty when all are in the list or were looked at. */
export function licenceFaults(packages: readonly LockedPackage[]): readonly string[] {
  return packages
    .filter(({ dev }) => !dev)
    .filter(({ name, license }) => !isAllowed(license) && !LOOKED_AT.some((known) => known.name.test(name) && known.license === license))
    .map(({ name, version, license }) => `${name} ${version}: ${license ?? 'no licence is named'}`)
}

/** `A OR B` leaves a choice, `A AND B` binds to both. */
function isAllowed(license: string | null): boolean {
  if (license === null) return false
  const choices = license.replaceAll(/[()]/g, '').split(/\s+or\s+/i)
  return choices.some((choice) => choice.split(/\s+and\s+/i).every((name) => ALLOWED.has(name)))
}
