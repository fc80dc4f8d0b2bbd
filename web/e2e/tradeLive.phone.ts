import { walkTradeLive } from './tradeLiveWalk.ts'

walkTradeLive('a phone')
