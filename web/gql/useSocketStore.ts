import { create } from 'zustand'

interface SocketState {
  /** `idle` before the first subscription opens it. */
  phase: 'idle' | 'connected' | 'lost'
  /** Attempts since the connection was lost. */
  attempts: number
}

/** The state of the live connection; written by socket.ts. */
export const useSocketStore = create<SocketState>(() => ({ phase: 'idle', attempts: 0 }))
