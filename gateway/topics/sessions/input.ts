import { z } from 'zod'
import { id } from '../../kit/inputFields.ts'

export const sessionIdInput = z.object({ id: id('id') })
