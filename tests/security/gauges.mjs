// Loaded before the server's own code (`node --import`). Reports the state of the process over IPC, and changes nothing else of it.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

process.on('message', ({ id, settled }) => {
  if (settled) collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send({ id, rssMb: rss / 2 ** 20, heapMb: heapUsed / 2 ** 20, externalMb: external / 2 ** 20, loopMaxMs: delay.max / 1e6 })
  delay.reset()
})
process.channel?.unref()
