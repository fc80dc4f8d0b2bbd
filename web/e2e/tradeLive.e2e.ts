import { walkTradeLive } from './tradeLiveWalk.ts'

walkTradeLive('a desk')
