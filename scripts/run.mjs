/**
 * What every npm script starts: makes sure the packages are installed and the database client is generated,
 * then runs scripts/<command>.ts in this process. Plain JavaScript on Node's own modules, because on a fresh clone there is nothing else.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { loadSettings } from './loadSettings.mjs'

const COMMANDS = [
  'start',
  'dev',
  'test',
  'build',
  'check',
  'checkWeb',
  'supplyChain',
  'engine',
  'admin',
  'migrate',
  'gateway',
  'doctor',
  'pack',
  'backup',
  'restore',
  'bench',
  'soak',
  'restPaths',
]
const MINIMUM_NODE = [20, 19]
/** Also those that somebody's npm is set to leave out: compilers and PostgreSQL come as optional packages, one for each platform. */
const ALL_PACKAGES = ['--include=dev', '--include=optional']

const root = path.resolve(import.meta.dirname, '..')
const [command, ...args] = process.argv.slice(2)

if (!COMMANDS.includes(command) && command !== 'install') fail(`Unknown command "${command ?? ''}". Known: ${COMMANDS.join(', ')}.`, 2)
requireNode()
if (/[#?]/.test(root))
  fail(`${root} has # or ? in its path, where the web cannot be built. Rename the folder, then run the same command again.`)
process.chdir(root)
giveHome()
// Settings for this copy; the environment of the caller wins. Tests choose their own.
if (command !== 'test' && command !== 'checkWeb') loadSettings('.env', process.env)
install()
// An image installs before the sources are there.
if (command === 'install') process.exit(0)
generateClient()
await import('#typescript')
process.argv = [process.argv[0], path.join(root, 'scripts', `${command}.ts`), ...args]
await import(`./${command}.ts`)

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [needMajor, needMinor] = MINIMUM_NODE
  if (major < needMajor || (major === needMajor && minor < needMinor)) {
    fail(
      `Sakha needs Node.js ${MINIMUM_NODE.join('.')} or newer; this is ${process.versions.node}. Install a newer one, then run the same command again.`,
    )
  }
}

/** Some packages ask for the user's home while they are loaded, and Node has no answer for a user without HOME and without an entry in /etc/passwd. */
function giveHome() {
  try {
    homedir()
  } catch {
    process.env.HOME = root
  }
}

/** Installs exactly what the lockfile says, when that is not what is there. */
function install() {
  const stamp = path.join(root, 'node_modules', '.sakha-installed')
  const wanted = hashOf('package-lock.json')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Installing packages (about a minute on a first start) …')
  // No package's install script is run, and none is needed (package.json, allowScripts): what they would do, the product does itself or does without.
  const result = spawnSync('npm', ['ci', '--ignore-scripts', ...ALL_PACKAGES, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    // The wrapped command may run with another NODE_ENV; the tools that build the product are needed all the same.
    env: { ...process.env, NODE_ENV: 'development' },
  })
  if (result.error) fail('npm was not found. It comes with Node.js: install Node.js with npm, then run the same command again.')
  if (result.status !== 0)
    fail('The packages could not be installed (see above). Check the network and the free disk space, then run the same command again.')
  writeFileSync(stamp, wanted)
}

function generateClient() {
  const stamp = path.join(root, 'prisma', 'generated', '.schema')
  const wanted = hashOf('prisma/schema.prisma', 'package-lock.json')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Generating the database client …')
  const result = spawnSync(process.execPath, [path.join(root, 'node_modules/prisma/build/index.js'), 'generate'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (result.status !== 0) fail(`The database client could not be generated: ${result.stderr || result.stdout}`)
  writeFileSync(stamp, wanted)
}

function hashOf(...files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function fail(text, code = 1) {
  say(text)
  process.exit(code)
}
