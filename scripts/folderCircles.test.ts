import { expect, it } from 'vitest'
import { folderCircles, type Import } from './folderCircles.ts'

const ONE_WAY: readonly Import[] = [
  ['engine/startEngine.ts', 'engine/store/Store.ts'],
  ['engine/store/Store.ts', 'engine/trading/orders/Order.ts'],
  ['engine/store/rows.ts', 'engine/trading/Trade.ts'],
  ['engine/trading/orders/Order.ts', 'engine/trading/Trade.ts'],
]

it('folders whose imports go one way form no circle, whatever the files of their parents import', () => {
  expect(folderCircles(ONE_WAY)).toEqual([])
  expect(folderCircles([...ONE_WAY, ['engine/trading/risk/assess.ts', 'engine/clock.ts']])).toEqual([])
})

it('folders that import each other from different depths form a circle, which is shown by an import for each step', () => {
  expect(folderCircles([...ONE_WAY, ['engine/trading/orders/lost/find.ts', 'engine/store/Store.ts']])).toEqual([
    [
      'engine:',
      '  engine/store/Store.ts imports engine/trading/orders/Order.ts',
      '  engine/trading/orders/lost/find.ts imports engine/store/Store.ts',
    ].join('\n'),
  ])
})

it('a circle over three folders is found where none imports its importer', () => {
  const imports: Import[] = [
    ['web/a/x.ts', 'web/b/y.ts'],
    ['web/b/z.ts', 'web/c/x.ts'],
    ['web/c/y.ts', 'web/a/z.ts'],
  ]
  expect(folderCircles(imports)).toEqual([expect.stringMatching(/^web:\n(.+ imports .+\n?){3}$/)])
  expect(folderCircles(imports.slice(1))).toEqual([])
})

it('a file and the folder beside it form a circle when each imports the other', () => {
  expect(
    folderCircles([
      ['prisma/client.ts', 'prisma/bus/publish.ts'],
      ['prisma/bus/listen.ts', 'prisma/client.ts'],
    ]),
  ).toHaveLength(1)
})
