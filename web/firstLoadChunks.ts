import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The parts of the bundler's module info used here. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const source = (name: string) => path.join(import.meta.dirname, name)

/** The names of the files of the first load. */
export const FIRST_LOAD_FILES = ['main', 'shell', 'screens'] as const

/**
 * Chunks of the first load: `main` for what every page needs and the landing page shares with other screens, `shell` for what else the
 * signed-in need before the first screen shows, `screens` for what the dashboard shares with other screens; the bundler splits the rest.
 * Three files in place of dozens, each fetched and compressed separately. An earlier group claims its modules' imports before a later one
 * can. Holds the state of one build, so create one per build.
 */
export function firstLoadChunks() {
  let needed: Needed | null = null
  return FIRST_LOAD_FILES.map((name, i) => ({
    debugName: name,
    priority: FIRST_LOAD_FILES.length - i,
    name(id: string, graph: ModuleGraph): string | null {
      needed ??= {
        main: needs(source('main.tsx'), graph),
        landing: needs(source('screens/LandingScreen.tsx'), graph),
        shell: needs(source('app/shell/SignedInShell.tsx'), graph),
        dashboard: needs(source('screens/DashboardScreen.tsx'), graph),
        screens: otherScreens().map((screen) => needs(source(screen), graph)),
      }
      return fileOf(id, needed) === name ? name : null
    },
  }))
}

function fileOf(id: string, { main, landing, shell, dashboard, screens }: Needed): (typeof FIRST_LOAD_FILES)[number] | null {
  const users = screens.filter((modules) => modules.has(id)).length
  if (main.has(id) || (landing.has(id) && (shell.has(id) || users > 0))) return 'main'
  if (shell.has(id)) return 'shell'
  return dashboard.has(id) && users > 1 ? 'screens' : null
}

interface Needed {
  readonly main: ReadonlySet<string>
  readonly landing: ReadonlySet<string>
  readonly shell: ReadonlySet<string>
  readonly dashboard: ReadonlySet<string>
  readonly screens: readonly ReadonlySet<string>[]
}

/** Every screen but the landing page, and the dialog that the dashboard shares its start of all strategies with. */
const otherScreens = () => [
  ...readdirSync(source('screens'))
    .filter((file) => file.endsWith('Screen.tsx') && file !== 'LandingScreen.tsx')
    .map((file) => `screens/${file}`),
  'app/shell/StartAllDialog.tsx',
]

/** A module's static imports: itself, what it imports, and what that imports; not what is loaded later. */
function needs(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [entry]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
