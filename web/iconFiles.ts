import type { Plugin } from 'vite'

const ICON_IMPORT = /^import \{([^}]*)\} from 'lucide-react'/gm

/**
 * Imports each icon from its own file. The package's one entry imports all icons: through it the bundler cannot tell which of them a screen
 * needs, and firstLoadChunks would put every screen's icons into the first load.
 */
export function iconFiles(): Plugin {
  return {
    name: 'icon-files',
    apply: 'build',
    enforce: 'pre',
    transform: (code) => ({ code: code.replace(ICON_IMPORT, (_all, names: string) => importEach(names)), map: null }),
  }
}

/** On one line, so that reported line numbers stay right. */
function importEach(names: string): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) =>
      name.startsWith('type ') ? `import { ${name} } from 'lucide-react'` : `import ${name} from 'lucide-react/icons/${fileOf(name)}'`,
    )
    .join('; ')
}

/** ChartNoAxesCombined → chart-no-axes-combined, Trash2 → trash-2. */
function fileOf(icon: string): string {
  return icon.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-zA-Z])(?=[0-9])/g, '-').toLowerCase()
}
