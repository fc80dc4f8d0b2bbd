import { readFileSync } from 'node:fs'
import { z } from 'zod'

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})

export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** As the package says it, an SPDX expression; null when it says nothing. */
  readonly license: string | null
  /** Only tools of development need it. */
  readonly dev: boolean
  readonly hasInstallScript: boolean
}

/** Every package that package-lock.json installs, on whichever platform. */
export function lockedPackages(file = 'package-lock.json'): readonly LockedPackage[] {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, { version = '', license = null, dev = false, hasInstallScript = false }]) => ({
      ...{ name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length), version, license, dev, hasInstallScript },
    }))
}
