import { expect, test } from 'vitest'
import { paise } from '../../schema/money.ts'
import { publish } from './publish.ts'
import { createTestDatabase } from '../testing/createTestDatabase.ts'
import { PostgresBus } from './PostgresBus.ts'
import { describeBus, opened } from './testing/busContract.ts'
import { cutConnections } from './testing/cutConnections.ts'
import { Heard } from './testing/Heard.ts'

describeBus('the bus of LISTEN and NOTIFY', {
  open: (databaseUrl) => new PostgresBus(databaseUrl),
  async cutListeners({ db }) {
    await cutConnections(db, 'listener of sakha')
    await cutConnections(db, 'listener of sakha_prices')
  },
  async forgetKept({ db }) {
    await db.busMessage.deleteMany()
  },
})

test('what is no event or price is passed over and the next one is heard', async () => {
  const database = await createTestDatabase()
  const bus = new PostgresBus(database.url)
  const heard = new Heard()
  const subscription = await bus.listen(heard)
  let prices = 0
  const moves = await bus.listenPrices(() => prices++)
  try {
    const nonsense = ['not json', '7', '', '{"number":1}', '{"number":1,"events":[7]}']
    await database.db.$executeRaw`
      SELECT pg_notify(channel, payload) FROM unnest(${nonsense}::text[]) AS payload, unnest('{sakha,sakha_prices}'::text[]) AS channel`
    await publish(database.db, opened(1))
    await heard.count(1)
    expect(heard.events).toEqual([opened(1)])
    await bus.tellPrices({ prices: [['NIFTY', paise(1), 0]], leftAt: 0 })
    await expect.poll(() => prices).toBe(1)
  } finally {
    await Promise.all([subscription.close(), moves.close()])
    await bus.close()
    await database.drop()
  }
})
