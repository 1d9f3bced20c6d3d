import type { PaperKey, PaperType } from '../../../../shared/invoice/paper.ts';

/**
 * How the text of a paper that is no invoice names itself and its values. Blanks are left out, and brackets and colons
 * have their plain forms. A label ends where its value begins.
 */
export type PaperForm = {
  readonly type: PaperType;
  readonly title: RegExp;
  /** At least two of these words stand on it. */
  readonly words: readonly RegExp[];
  readonly labels: Readonly<Record<PaperKey, readonly RegExp[]>>;
  /** What the name of the payee looks like, where it stands without a label above the title or before it. */
  readonly ownName?: RegExp;
  /** Whether that name stands above the title only. */
  readonly isNameAbove?: boolean;
};

const total = /(?:金额|费用|消费)?(?:合计|总计|总额)(?:金额)?(?:\(小写\))?|总金额/u;

const contract: PaperForm = {
  type: 'contract',
  title: /(?:合同|合同书|协议|协议书)$/u,
  words: [/甲方|买方|需方|委托方/u, /乙方|卖方|供方|受托方/u, /第一条|一、/u, /签订|签字|盖章/u],
  labels: {
    number: [/合同(?:编号|号)/u],
    date: [/(?:签订|签约|签署)(?:日期|时间)/u],
    amount: [/合同(?:总)?(?:金额|价款|价)(?:\(小写\))?/u, /合计(?:人民币)?(?:金额)?/u],
    // Who does the work may be party A, too.
    payer: [
      /(?:[买需购]方|买受人|(?:委托|承租|发包|定作)(?:方|人))(?:\([^)]*\)|\))?:/u,
      /甲方(?:\((?![^)]*(?:出租|卖|供|受托|承包|承揽|服务))[^)]*\))?:/u,
    ],
    payee: [
      /(?:[卖供销]方|出卖人|(?:受托|出租|承包|承揽)(?:方|人)|服务方)(?:\([^)]*\)|\))?:/u,
      /乙方(?:\((?![^)]*(?:承租|买|需|购|委托|发包|定作))[^)]*\))?:/u,
    ],
  },
};

export const paperForms: readonly PaperForm[] = [
  {
    type: 'fiscal-receipt',
    title:
      /(?:财政|非税收入|行政事业|捐赠|医疗(?:门诊|住院)?收费|资金往来|社会团体|会费|工会经费).{0,12}(?:票据|缴款书|收据)/u,
    words: [
      /票据(?:代码|号码)/u,
      /[交缴]款(?:人|单位)|缴费人|捐赠(?:人|者|单位)/u,
      /(?:收款|执收|接受|受赠)单位/u,
      /校验码/u,
      /财政/u,
    ],
    labels: {
      number: [/(?:电子)?票据号码/u],
      date: [/(?:开票|填制|填开)日期/u],
      amount: [/金额合计\(小写\)/u, /\(小写\)/u, total],
      payer: [/(?:交款|缴款|缴费|捐赠)(?:人|者|单位)(?:名称)?/u],
      payee: [/(?:收款|执收|接受|受赠)单位(?:\(.{0,3}章\))?/u],
    },
  },
  {
    type: 'tax-certificate',
    title: /税收(?:电子)?(?:完税证明|缴款书|缴款凭证)|^(?:电子)?完税证明$|税收通用|缴税(?:付款)?凭证/u,
    words: [
      /税务机关|征收机关/u,
      /纳税人(?:名称|全称|识别号)/u,
      /税款所属/u,
      /实缴|实\(退\)|入\(退\)库/u,
      /税种/u,
    ],
    labels: {
      number: [/(?:证明|凭证|票证)(?:号码|编号|字号)/u, /No\.?/iu],
      date: [/(?:填发|开具|填开|转账)日期/u],
      amount: [/\(小写\)/u, total],
      payer: [
        /纳税人(?:名称|全称)(?!及)/u,
        /(?:付款|缴款)(?:人|单位)(?:全称|名称)/u,
        /纳税人全称及纳税人识别号/u,
      ],
      payee: [/(?:填发|主管)?税务机关(?:名称)?/u, /征收机关(?:名称)?/u],
    },
  },
  {
    type: 'bank-receipt',
    title:
      /(?:电子|业务|银行|客户|付款|收款|转账|交易|网上银行).{0,10}(?:回单|凭证)|回单(?:凭证|\(.{2,6}\))?$|(?:借记|贷记|入账|到账|[收付]款)通知书?$/u,
    words: [
      /付款(?:人|方|单位)|汇款人/u,
      /收款(?:人|方|单位)/u,
      /账号|帐号/u,
      /户名|全称/u,
      /开户(?:银)?行/u,
      /交易(?:日期|时间|流水)|流水号/u,
    ],
    labels: {
      number: [/(?:电子)?回单(?:编号|号码|号)/u, /(?:交易)?流水号/u, /(?:转账|业务|交易)(?:单号|编号)/u],
      date: [/(?:交易|记账|入账|转账|付款|支付)(?:日期|时间)/u, /(?:回单|打印)(?:日期|时间)/u, /日期/u],
      amount: [/(?:交易)?金额\(?小写\)?/u, /\(小写\)/u, /(?:交易|付款|转账)?金额/u, total],
      payer: [
        /(?:付款|汇款|付)(?:人|方|单位)?(?:(?:[账帐]?户)?(?:名称|全称)|[账帐]?户名)/u,
        /(?:付款|汇款)(?:人|方|单位):/u,
      ],
      payee: [
        /(?:收款|收)(?:人|方|单位)?(?:(?:[账帐]?户)?(?:名称|全称)|[账帐]?户名)/u,
        /收款(?:人|方|单位):/u,
      ],
    },
  },
  {
    type: 'itinerary',
    title: /(?<!客票)行程(?:报销)?单|行程明细|TRIPTABLE/iu,
    words: [
      /上车|起点|出发地/u,
      /终点|下车|目的地/u,
      /里程|公里/u,
      /车型|快车|专车|出租车|打车|用车/u,
      /笔行程|单行程|行程起止/u,
    ],
    labels: {
      number: [/(?:行程|订单)(?:单号|编号|号)/u],
      date: [/(?:申请|开具)(?:日期|时间)/u, /行程起止日期/u, /日期/u],
      amount: [/合计/u, /总(?:计|金额)/u],
      payer: [],
      payee: [],
    },
  },
  {
    type: 'hotel-bill',
    title:
      /(?:宾客|客人|住客|住宿|酒店|客房|消费)?(?:结[账帐]单|[账帐]单(?:明细)?|水单|住宿(?:清单|明细)|消费(?:清单|明细)|费用明细)$|GUESTFOLIO/iu,
    words: [
      /入住|到店|抵店|Arrival/iu,
      /离店|退房|Departure/iu,
      /房号|房间号|Room(?:No|Number)/iu,
      /房费|房租|房价|客房/u,
      /酒店|宾馆|饭店/u,
    ],
    labels: {
      number: [/[账帐]单(?:号|编号)/u, /单号/u],
      date: [/(?:结[账帐]|打印|开票)日期/u, /(?:离店|退房)(?:日期|时间)/u],
      amount: [/(?:应付|应收|消费|结[账帐])(?:总额|金额|合计)/u, total],
      payer: [/(?:公司|单位)名称/u, /公司(?=Company:)/iu],
      payee: [/(?:酒店|宾馆)名称/u],
    },
    ownName:
      /(?<=^(?:欢迎(?:您)?(?:光临|入住|下榻))?)(?!欢迎)[^:：]{2,30}(?:酒店|宾馆|饭店|旅馆|旅店|旅社|客栈|民宿|度假村|招待所|公寓)(?:[（(][^）)]*[）)])?(?:(?:管理)?(?:有限|股份)[^:：]{0,4}公司[^:：]{0,12})?$/u,
  },
  {
    type: 'goods-list',
    title:
      /(?:销货|销售|商品|货物|物料|应税劳务.{0,4})(?:清单|明细表?)$|^[\p{Script=Han}()]{0,24}(?:送货|出库|入库|发货|收货|验收|提货)单$/u,
    words: [/货物|商品|品名|名称/u, /规格/u, /单位/u, /数量/u, /单价/u, /金额/u],
    labels: {
      number: [/(?:清单|单据|送货单|出库单)?编号/u, /单号/u],
      date: [/(?:填开|开票|送货|出库|发货)日期/u, /日期/u],
      amount: [/价税合计/u, total],
      payer: [/(?:购买方|[购收]货(?:单位|方)|客户(?!签|服))(?:名称)?/u],
      payee: [/(?:销售方|[销供发送]货(?:单位|方)|供应商)(?:名称)?/u],
    },
    ownName: /^[^:：]{2,30}(?:公司|厂|商行|经营部|门市部|商店)(?:[（(][^）)]*[）)])?$/u,
    isNameAbove: true,
  },
  {
    // The lessor may be party A: only the roles say who pays.
    ...contract,
    title: /租赁(?:合同|合同书|协议|协议书)$/u,
    labels: {
      ...contract.labels,
      payer: [/(?:承租(?:方|人)|[买需]方)(?:\([^)]*\)|\))?:/u],
      payee: [/(?:出租(?:方|人)|[卖供]方)(?:\([^)]*\)|\))?:/u],
    },
  },
  contract,
  {
    // Lists of invoices, claims, statements, plain receipts, payments of customs duties, orders, confirmations and notices
    // of red invoices: what is kept with an invoice and is none itself.
    type: 'other',
    title:
      /(?:票据|发票|通行费).{0,8}汇总单$|报销(?:申请|审批)?单$|(?:费用|付款|用款)(?:申请|审批)单$|粘贴单$|^[\p{Script=Han}()]{0,24}(?:对[账帐]|报价|订货?|结算)单$|^[\p{Script=Han}()]{0,24}收款?收?据$|海关.{0,12}缴款书$|住院.{0,4}清单$|红字.{0,8}发票信息表$|^[\p{Script=Han}()]{2,24}确认单$|^[\p{Script=Han}()]{0,12}订单(?:详情|信息|截图)$/u,
    words: [
      /汇总单号|车牌号/u,
      /报销人|经办人|领款人|申请人/u,
      /部门|审批|审核|附件/u,
      /今收到|交款|收款(?:人|单位)|收款方式/u,
      /交来|人民币/u,
      /缴款(?:人|单位)|收入机关|完税价格/u,
      /[入出]院|住院号/u,
      /[红蓝]字/u,
      /对[账帐]|核对|期[初末]|往来|余额/u,
      /报价|订单|交货|有效期|[供需]方|供应商|结算/u,
      /金额|合计/u,
      /下单|乘车人|出票|订单状态/u,
      /购买方|开票信息/u,
    ],
    labels: {
      number: [/(?:汇总|订)?单号/u, /(?:单据|收据)?编号/u, /No\.?/iu],
      date: [/(?:开具|报销|申请|填单|收款|填[开发])日期/u, /日期/u],
      amount: [/\(小写\)/u, total, /人民币(?:\(大写\))?/u, /票价/u],
      payer: [
        /今收到/u,
        /交款(?:人|单位)/u,
        /缴款(?:人|单位)(?:\(人\))?(?:名称)?/u,
        /(?:购买方|客户)名称/u,
        /(?:需方|[购订]货(?:单位|方)|采购方|客户):/u,
      ],
      payee: [/收款单位(?:\(.{0,3}章\))?/u, /(?:供应商|[供销]货(?:单位|方))(?:名称)?/u, /供方:/u],
    },
  },
];
