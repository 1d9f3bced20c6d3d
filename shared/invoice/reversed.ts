/**
 * Words in the remark of a red invoice before the number of the reversed invoice, as the tax bureau prints
 * them.
 */
const digital = /被红冲蓝字(?:数电|全电)?(?:发票|票)?号码\s*[:：]\s*(\d{20}|\d{8})(?!\d)/u;
const earlier =
  /(?:对应正数|被红冲蓝字)发票代码\s*[:：]\s*\d{10,12}[\s,，;；、]*(?:发票)?号码\s*[:：]\s*(\d{8})(?!\d)/u;

/** The number of the invoice that a red one reverses, according to its remark; null if it names none. */
export const reversedIn = (remark: string): string | null =>
  (digital.exec(remark) ?? earlier.exec(remark))?.[1] ?? null;
