import { engineEnvironment } from '../../engine/runtime/config.ts'
import { sandboxEnvironment } from '../../engine/sandbox/sandboxConfig.ts'
import { gatewayEnvironment } from '../../gateway/app/readConfig.ts'
import { nearestName } from '../../schema/nearestName.ts'
import { launcherEnvironment } from './settings.ts'

/** What the processes read from their environment, in the order of `.env.example`. */
export const ENVIRONMENTS = [gatewayEnvironment, engineEnvironment, sandboxEnvironment, launcherEnvironment] as const

/** The names of all settings. */
export const KNOWN_SETTINGS: ReadonlySet<string> = new Set(ENVIRONMENTS.flatMap(({ shape }) => Object.keys(shape)))

/** Names that are near one of ours and are other programs'. */
const OTHERS = /^(BROWSER|OTEL_.*)$/

/** What looks like a setting and is none, one sentence each: the name that was most likely meant is not set. */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(environment)
    .filter((name) => !KNOWN_SETTINGS.has(name) && !OTHERS.test(name))
    .flatMap((name) => {
      const meant = nearestName(name, [...KNOWN_SETTINGS])
      return meant !== null && !environment[meant] ? [`${name} is no setting: ${meant} was probably meant`] : []
    })
    .toSorted()
}
