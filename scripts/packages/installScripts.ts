import type { LockedPackage } from './lockfile.ts'

/**
 * What is wrong with the install scripts of packages. None is run (.npmrc, scripts/run.mjs): `allowScripts` of package.json names those
 * that were looked at and are done without, in the form that npm from 11.16 on reads too.
 */
export function installScriptFaults(
  packages: readonly LockedPackage[],
  allowScripts: Readonly<Record<string, boolean>>,
): readonly string[] {
  const having = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
  return [
    ...[...having]
      .filter((name) => !(name in allowScripts))
      .map((name) => `${name} has an install script that nobody looked at: see whether the product runs without it, then "${name}": false`),
    ...Object.keys(allowScripts)
      .filter((name) => !having.has(name))
      .map((name) => `${name} is named and has no install script`),
    ...Object.entries(allowScripts)
      .filter(([, allowed]) => allowed)
      .map(([name]) => `${name} is allowed to run its script, and no install runs any`),
  ]
}
