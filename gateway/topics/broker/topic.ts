import type { Database } from '../../../prisma/client.ts'
import type { Background } from '../../kit/Background.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Postbox } from '../mail/Postbox.ts'
import { BrokerAnnouncements } from './BrokerAnnouncements.ts'
import { BrokerCommands } from './BrokerCommands.ts'
import { BrokerLogins } from './BrokerLogins.ts'
import { brokerPages } from './pages.ts'
import { BrokerResolver } from './resolver.ts'
import { brokerRoutes } from './routes.ts'
import { BrokerService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly waits: EventWaits
  readonly background: Background
  readonly config: { readonly publicUrl: string }
  readonly postbox: Postbox
  readonly letters: Letters
}

export const brokerTopic = defineTopic({
  services: ({ db, waits, postbox, letters }: Needs) => {
    const brokerCommands = new BrokerCommands(db, waits)
    return {
      brokerCommands,
      broker: new BrokerService(db, brokerCommands),
      brokerLogins: new BrokerLogins(db, brokerCommands),
      brokerAnnouncements: new BrokerAnnouncements(db, postbox, letters),
    }
  },
  resolver: BrokerResolver,
  oncePerRequest: {
    credential: [
      ...['connectBroker', 'connectBrokerWithPin', 'refreshBrokerToken', 'autoRefreshBrokerToken', 'disconnectBroker'],
      'checkBroker',
    ],
  },
  patient: ['connectBrokerWithPin', 'refreshBrokerToken', 'autoRefreshBrokerToken', 'checkBroker'],
  routes: brokerRoutes,
  pages: brokerPages,
  run: ({ broker, brokerLogins, brokerAnnouncements, background }) => {
    const announce = (work: () => Promise<void>) => background.run('a change at the broker could not be announced', work)
    const tell = (userId: string) => background.run('a broker status could not be published', () => broker.changed(userId))
    const catchUp = () => announce(() => brokerAnnouncements.catchUp())
    return {
      streams: { brokerChanged: ({ userId }) => broker.stream(userId) },
      hears: {
        'broker.answered': ({ commandId }) => announce(() => brokerAnnouncements.announce(commandId)),
        'broker.checked': ({ userId }) => tell(userId),
        'broker.changed': ({ userId }) => {
          if (userId === null) return
          tell(userId)
          announce(() => brokerAnnouncements.announceState(userId))
        },
      },
      prune: () => brokerLogins.prune(),
      missed: catchUp,
      serving: catchUp,
    }
  },
})
