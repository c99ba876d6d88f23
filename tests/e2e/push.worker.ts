import { listenForPush, type PushWorker } from '../../src/features/notifications/ui/worker-push.ts'

listenForPush(self as unknown as PushWorker)
