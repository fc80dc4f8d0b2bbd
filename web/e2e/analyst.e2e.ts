import { walkAnalyst } from './analystWalk.ts'

walkAnalyst('a desk')
