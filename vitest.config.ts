import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst } from './scripts/test/LongestFirst.ts'

// Vite would take graphql's ES modules where Node gives everyone else the CommonJS ones, and two copies refuse each other's schemas.
const oneGraphql = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

/** For tests of real processes, which a busy machine makes late: what they poll for may take its time, asked for twenty times a second, and a test that fails is run once more. The run names those that needed it (scripts/test/SecondAttempts.ts). */
const patient = { expect: { poll: { timeout: 90_000, interval: 50 } }, retry: 1 } as const

/**
 * Tests in a real browser, which often wait for a minute of their market: two products at a time, and nothing else beside them. A market that
 * runs and a page that shows it compute all the while: beside others, these tests took two to three times as long.
 */
const browser = (name: string, include: string): TestProjectInlineConfiguration => ({
  resolve: oneGraphql,
  test: {
    name,
    environment: 'node',
    include: [include],
    globalSetup: ['scripts/test/database.ts'],
    isolate: false,
    maxWorkers: 2,
    sequence: { groupOrder: 3 },
    testTimeout: 600_000,
    hookTimeout: 240_000,
    ...patient,
  },
})

/** Tests that take minutes. Those of faults count seconds until a leg is protected: no others compute beside them. */
const ofTheirOwn = (name: 'long' | 'fault', maxWorkers: number, groupOrder: number): TestProjectInlineConfiguration => ({
  resolve: oneGraphql,
  test: {
    name,
    environment: 'node',
    include: [`{schema,engine,gateway,prisma,scripts}/**/*.${name}.test.ts`],
    globalSetup: ['scripts/test/database.ts'],
    isolate: false,
    maxWorkers,
    sequence: { groupOrder },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    env: { TZ: 'America/New_York' },
    ...patient,
  },
})

export default defineConfig({
  test: {
    // Integration tests mostly wait: for processes, quotes, minutes of a market.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Loading all modules anew for each file would take longer than many a test: they share them. So no file may mock a module: another one
    // may have loaded it before, or load it after.
    projects: [
      {
        resolve: oneGraphql,
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['{schema,engine,gateway,prisma,scripts}/**/*.test.ts'],
          exclude: ['**/*.{db,wire,long,fault}.test.ts', '**/node_modules/**'],
          testTimeout: 60_000,
          env: { TZ: 'America/New_York' },
        },
      },
      ofTheirOwn('fault', 3, 1),
      ofTheirOwn('long', 3, 2),
      {
        resolve: oneGraphql,
        test: {
          name: 'integration',
          environment: 'node',
          isolate: false,
          include: ['{schema,engine,gateway,prisma,scripts}/**/*.{db,wire}.test.ts'],
          globalSetup: ['scripts/test/database.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          ...patient,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          isolate: false,
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testSetup.ts'],
          testTimeout: 120_000,
        },
      },
      browser('browser', 'web/e2e/*.e2e.ts'),
      browser('walks', 'web/e2e/*.{long,phone}.ts'),
    ],
  },
})
