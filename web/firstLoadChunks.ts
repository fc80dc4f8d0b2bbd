import path from 'node:path'

/** What the bundler tells of a module, as far as it matters here. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const source = (name: string) => path.join(import.meta.dirname, name)

/**
 * Which file a module goes into: `main` for what every page needs and for what the landing page shares with the signed-in
 * screens, `shell` for what else those need before the first of them shows; null leaves it to the bundler. Dozens of small
 * files, each fetched and compressed for itself, become two. The answer of one build, so it is made anew for each.
 */
export function firstLoadChunks(): (id: string, graph: ModuleGraph) => string | null {
  let needed: Readonly<Record<'main' | 'landing' | 'shell', ReadonlySet<string>>> | null = null
  return (id, graph) => {
    needed ??= {
      main: needs(source('main.tsx'), graph),
      landing: needs(source('screens/LandingScreen.tsx'), graph),
      shell: needs(source('app/shell/SignedInShell.tsx'), graph),
    }
    if (needed.main.has(id)) return 'main'
    if (!needed.shell.has(id)) return null
    return needed.landing.has(id) ? 'main' : 'shell'
  }
}

/** What runs before a module does: itself, what it imports, and what that imports; not what is loaded later. */
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
