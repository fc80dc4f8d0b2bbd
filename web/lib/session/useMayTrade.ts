import { mayTrade } from '../../../schema/roles.ts'
import { useAuthStore } from './useAuthStore.ts'

/** Whether the signed-in account may trade. What an analyst may not do is not offered. */
export function useMayTrade(): boolean {
  return useAuthStore(({ user }) => user === null || mayTrade(user.role))
}
