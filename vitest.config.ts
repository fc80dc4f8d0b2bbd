import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Vite would take graphql's ES modules where Node gives everyone else the CommonJS ones, and two copies refuse each other's schemas.
const oneGraphql = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

export default defineConfig({
  test: {
    // Integration tests mostly wait: for processes, quotes, minutes of a market.
    maxWorkers: 2,
    projects: [
      {
        resolve: oneGraphql,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{schema,engine,gateway,prisma,scripts}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.wire.test.ts', 'node_modules'],
          env: { TZ: 'America/New_York' },
        },
      },
      {
        resolve: oneGraphql,
        test: {
          name: 'integration',
          environment: 'node',
          include: ['{schema,engine,gateway,prisma,scripts}/**/*.{db,wire}.test.ts'],
          globalSetup: ['scripts/test/database.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testSetup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        resolve: oneGraphql,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['web/e2e/*.e2e.ts'],
          globalSetup: ['scripts/test/database.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
