import { z } from 'zod';

/** A proxy asks for a login; desktop only. */
export const proxyQuestionSchema = z.object({
  id: z.uuid(),
  /** `host:port`. */
  proxy: z.string(),
  /** Whether the proxy has refused a login already. */
  isWrong: z.boolean(),
});
export type ProxyQuestion = z.infer<typeof proxyQuestionSchema>;

/** What the user enters. A colon would end the name where the proxy reads it. */
export const proxyLoginSchema = z
  .object({
    user: z
      .string()
      .min(1)
      .max(256)
      .regex(/^[^:]+$/u),
    password: z.string().max(1024),
  })
  .strict();
export type ProxyLoginInput = z.infer<typeof proxyLoginSchema>;
