import { uuidv7 } from '../../src/platform/uuid.ts'
import { type SignedUp, signUp, someMachines } from '../integration/people.ts'
import { Wire } from '../integration/wire.ts'
import { createWorld, type World } from '../integration/world.ts'
import { type Network, startNetwork } from '../network.ts'

/** A world behind a wire that can be cut, with somebody else who plays: its address stays when the server restarts on another port. */
export interface Stage {
  world: World
  relay: Network
  /** `ws://…/websocket` through it */
  endpoint: string
  machineId: string
  rival: SignedUp
  /** Has the rival submit a score. @returns its id */
  rivalScores(value: number): Promise<string>
  /** Restarts the server; the rival comes back by token. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const world = await createWorld({ config: { rateLimits: 'off' } })
  const relay = await startNetwork(() => ({ host: '127.0.0.1', port: world.app.port }))
  const machineId = (await someMachines(world, 1))[0]!.id
  const stage: Stage = {
    world,
    relay,
    endpoint: `ws://127.0.0.1:${relay.port}/websocket`,
    machineId,
    rival: await signUp(world, 'Rival'),
    async rivalScores(value) {
      const _id = uuidv7()
      await stage.rival.wire.call('scores.submit', { _id, machineId, value })
      return _id
    },
    async restart() {
      await world.restart()
      stage.rival.wire = await Wire.open(world.endpoint)
      await stage.rival.wire.call('login', { resume: stage.rival.token })
    },
    async close() {
      await relay.close()
      await world.close()
    },
  }
  return stage
}

/** Resolves when the condition holds; `changed` registers what to ask again on. */
export function when(changed: (again: () => void) => void, holds: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const look = (): void => {
      if (holds()) resolve()
    }
    changed(look)
    look()
  })
}
