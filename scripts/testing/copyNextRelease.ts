import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { VERSION } from '../../schema/version.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PARTS = ['schema', 'prisma', 'engine', 'gateway', 'scripts']

export interface NextRelease {
  /** The folder of the copy. */
  readonly root: string
  readonly version: string
  /** The one migration that it has more; it changes nothing. */
  readonly migration: string
}

/** A copy of the project, compiled where the test run is, as the release after this one: another version, and one migration more. For tests only. */
export function copyNextRelease(): NextRelease {
  const root = mkdtempSync(path.join(tmpdir(), 'sakha-next-'))
  const isCompiled = Boolean(process.env['SAKHA_TEST_COMPILED'])
  const folder = isCompiled ? 'dist' : '.'
  const isProduct = (file: string) => !/\.test\.[jt]s$/.test(file)
  for (const part of PARTS) cpSync(path.join(ROOT, folder, part), path.join(root, folder, part), { recursive: true, filter: isProduct })
  if (isCompiled) cpSync(path.join(ROOT, 'prisma/migrations'), path.join(root, 'prisma/migrations'), { recursive: true })
  cpSync(path.join(ROOT, 'package.json'), path.join(root, 'package.json'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  const [major, minor] = VERSION.split('.').map(Number)
  const version = `${major}.${(minor ?? 0) + 1}.0`
  const file = path.join(root, folder, `schema/version.${isCompiled ? 'js' : 'ts'}`)
  writeFileSync(file, readFileSync(file, 'utf8').replace(VERSION, version))
  const migration = '29990101000001_next'
  mkdirSync(path.join(root, 'prisma/migrations', migration))
  writeFileSync(path.join(root, 'prisma/migrations', migration, 'migration.sql'), 'SELECT 1;\n')
  return { root, version, migration }
}
