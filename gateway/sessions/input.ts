import { z } from 'zod'
import { id } from '../server/inputFields.ts'

export const sessionIdInput = z.object({ id: id('id') })
