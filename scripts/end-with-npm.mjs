import { readFileSync } from 'node:fs'

/** How often, in ms, it is looked whether npm is still there. */
const INTERVAL_MS = 1000

/** Parent and name of a process; null if it has ended, or where there is no /proc. */
function lookUp(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : { parent: Number(parent), name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')) }
  } catch {
    return null
  }
}

/**
 * Stops this process, as SIGTERM does, when the npm that ran it has ended. npm passes a signal on to nobody but the shell between itself and
 * this process, and a killed npm not even to that; so whoever stops or kills `npm start` would leave the site running. A program that was
 * started in any other way goes on when the process that started it ends: by a service manager, by hand, with `nohup` or `setsid`.
 * @param script what npm runs for it: the command in package.json
 */
export function endWithNpm(script) {
  if (process.platform === 'win32' || process.env.npm_lifecycle_script !== script) return
  const parent = process.ppid
  const shell = lookUp(parent)
  // Some shells become the program that they are to run, so that npm itself is the parent.
  const npm = shell !== null && /sh$/.test(shell.name) ? shell.parent : null
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || lookUp(npm) !== null)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, INTERVAL_MS)
  timer.unref()
}
