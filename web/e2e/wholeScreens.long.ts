import { walkScreens } from './walkScreens.ts'

walkScreens('a desk', 'whole')
