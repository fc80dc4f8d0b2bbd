import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iconFiles } from './iconFiles.ts'

const rewritten = (code: string): unknown => {
  const { transform } = iconFiles()
  if (typeof transform !== 'function') throw new Error('no transform')
  return Reflect.apply(transform, {}, [code, 'screen.tsx'])
}

it('imports every icon from its own file, which is there, and types from the entry', () => {
  const code = [
    'import { ChartNoAxesCombined, Trash2,',
    "  BarChart3, type LucideIcon } from 'lucide-react'",
    "import { Menu } from './Menu.ts'",
  ].join('\n')
  const files = ['chart-no-axes-combined', 'trash-2', 'bar-chart-3']
  expect(rewritten(code)).toEqual({
    code: [
      "import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'; import Trash2 from 'lucide-react/icons/trash-2'; " +
        "import BarChart3 from 'lucide-react/icons/bar-chart-3'; import { type LucideIcon } from 'lucide-react'",
      "import { Menu } from './Menu.ts'",
    ].join('\n'),
    map: null,
  })
  for (const file of files) expect(existsSync(`node_modules/lucide-react/dist/esm/icons/${file}.mjs`)).toBe(true)
})
