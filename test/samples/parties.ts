import type { DrawnParty } from './model.ts';
import { taxpayerId } from './taxpayer-id.ts';

// All names, numbers and addresses are fictional.

const party = (name: string, stem: string, addressPhone: string, bankAccount: string): DrawnParty => ({
  name,
  taxId: taxpayerId(stem),
  addressPhone,
  bankAccount,
});

/** The accountant's own company in most samples. */
export const ownCompany = party(
  '杭州澄川云栖科技有限公司',
  '91330106MA2H7K3Q5',
  '杭州市西湖区云栖小镇听松路18号 0571-85550126',
  '浙江澄湖银行西溪支行 3301040160001288765',
);

export const stationer = party(
  '宁波青禾文仪办公设备有限公司',
  '91330203MA2GRT6W8',
  '宁波市海曙区柳汀东街209号 0574-87770318',
  '甬江商业银行海曙支行 82010122000366190',
);

export const caterer = party(
  '苏州拾里香餐饮管理有限公司',
  '91320508MA1XK4N72',
  '苏州市姑苏区平江新巷66号 0512-65558017',
  '姑苏农村银行平江支行 3205080120190047763',
);

export const clothier = party(
  '温州南麂岛服饰织造有限公司',
  '91330302MA28B9TU4',
  '温州市鹿城区望江中路511号 0577-88830642',
  '瓯江银行鹿城支行 730000120190052816',
);

export const hotel = party('成都锦里岚山酒店管理有限公司', '91510107MA6CQ5H93', '', '');

export const integrator = party('上海启衡数据系统集成有限公司', '91310115MA1K3FJ68', '', '');

export const consultant = party(
  '南京砚北管理咨询有限公司',
  '91320106MA1NB8YL3',
  '南京市鼓楼区石婆婆东巷12号 025-83350772',
  '金陵商业银行鼓楼支行 10120920000081437',
);

export const farm = party(
  '湖州溪禾生态农业专业合作社',
  '93330502MA2B4D1R7',
  '湖州市吴兴区八里店镇紫金路8号 0572-2555906',
  '太湖农村银行八里店支行 201000187720463',
);

export const furniture = party(
  '佛山木与间家具制造有限公司',
  '91440606MA4UE2X59',
  '佛山市顺德区龙江镇聚龙北路33号 0757-23880155',
  '顺德岭南银行龙江支行 801101000612947538',
);

export const carrier = party(
  '武汉江城驿达物流股份有限公司',
  '91420103MA4K7P0C6',
  '武汉市江汉区常青一横路27号 027-85660394',
  '江汉银行常青支行 557891230410802',
);

export const school = party('示例市第一小学', '12330106470001234', '', '');

export const importer = party('ABC Trading (Test) Co., Ltd.', '91310115MA1K0ABC7', '', '');

export const staff = { payee: '周晓岚', reviewer: '陈以恒', issuer: '林知夏' };
