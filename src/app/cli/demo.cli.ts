import { systemClock } from '#ddp/timing/system-clock.ts'
import { fillDemo } from '../demo/fill-demo-site.ts'
import { DEMO_PASSWORD, DIRECTOR, PLAYER } from '../demo/people.ts'
import { runProgram, withDatabase } from './cli-runtime.ts'
import { readWords } from './read-words.ts'

/** `npm run demo` */
await runProgram(async (args, environment) => {
  readWords(args, { usage: 'npm run demo' })
  const created = await withDatabase(environment, database => fillDemo(database, environment, systemClock.now()))
  const what = Object.entries(created).map(([name, number]) => `${number.toLocaleString('en-US')} ${name}`)
  process.stdout.write(
    [
      `There are now ${what.slice(0, -1).join(', ')} and ${what.at(-1)}.`,
      `Sign in as ${PLAYER}, a player, or as ${DIRECTOR}, who directs the events, moderates scores and edits machines.`,
      `Everybody’s password is: ${DEMO_PASSWORD}`,
      'It is a demo with passwords that everybody knows: do not let the world in.',
      '',
    ].join('\n'),
  )
  return 0
})
