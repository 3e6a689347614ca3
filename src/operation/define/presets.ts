/**
 * Presets: what the employees of a business usually do, as sets of permissions with a name. The families say which of
 * their scopes belong to each (`scopes.ts`), so that a preset grows with the families of an installation.
 */
import { buildMessage } from "../response/language.ts";
import type { Message } from "./context.ts";

export const PRESET_NAMES = ["dispatcher", "warehouse", "counter", "finance", "marketing"] as const;

export type PresetName = (typeof PRESET_NAMES)[number];

export const PRESETS: Readonly<Record<PresetName, { label: Message; purpose: Message }>> = {
  dispatcher: {
    label: buildMessage(
      "Dispatcher",
      "调度员",
      "調度員",
      "Régulateur",
      "Disponent",
      "Despachador",
      "Despachante",
      "配車担当",
      "배차 담당",
    ),
    purpose: buildMessage(
      "Enters orders, plans routes and manages drivers and vehicles.",
      "录入订单、规划路线，并管理司机和车辆。",
      "輸入訂單、規劃路線，並管理司機與車輛。",
      "Saisit les commandes, planifie les tournées et gère les chauffeurs et les véhicules.",
      "Erfasst Aufträge, plant Touren und verwaltet Fahrer und Fahrzeuge.",
      "Registra pedidos, planifica rutas y gestiona conductores y vehículos.",
      "Registra pedidos, planeja rotas e gerencia motoristas e veículos.",
      "注文を登録し、ルートを計画し、ドライバーと車両を管理します。",
      "주문을 등록하고 경로를 계획하며 기사와 차량을 관리합니다.",
    ),
  },
  warehouse: {
    label: buildMessage(
      "Warehouse",
      "仓库",
      "倉庫",
      "Entrepôt",
      "Lager",
      "Almacén",
      "Armazém",
      "倉庫",
      "창고",
    ),
    purpose: buildMessage(
      "Sets up zones and bins, receives, moves and counts stock, and sees orders and routes.",
      "设置仓库的库区和货位，并查看订单和路线。",
      "設定倉庫的儲區和儲位，並查看訂單與路線。",
      "Organise les zones et emplacements des entrepôts, et consulte commandes et tournées.",
      "Richtet Zonen und Lagerplätze der Lager ein und sieht Aufträge und Touren.",
      "Organiza las zonas y ubicaciones de los almacenes, y consulta pedidos y rutas.",
      "Organiza as zonas e posições dos armazéns, e consulta pedidos e rotas.",
      "倉庫のゾーンと棚を設定し、注文とルートを確認します。",
      "창고의 구역과 로케이션을 설정하고 주문과 경로를 확인합니다.",
    ),
  },
  counter: {
    label: buildMessage(
      "Counter",
      "柜台",
      "櫃檯",
      "Guichet",
      "Schalter",
      "Mostrador",
      "Balcão",
      "窓口",
      "창구",
    ),
    purpose: buildMessage(
      "Takes orders from customers and answers their questions.",
      "接受客户下单，并回答客户的问题。",
      "接受客戶下單，並回答客戶的問題。",
      "Prend les commandes des clients et répond à leurs questions.",
      "Nimmt Aufträge von Kunden an und beantwortet ihre Fragen.",
      "Recibe pedidos de los clientes y responde a sus preguntas.",
      "Recebe pedidos dos clientes e responde às suas perguntas.",
      "お客様の注文を受け付け、問い合わせに対応します。",
      "고객의 주문을 받고 문의에 답합니다.",
    ),
  },
  finance: {
    label: buildMessage(
      "Finance",
      "财务",
      "財務",
      "Finances",
      "Finanzen",
      "Finanzas",
      "Financeiro",
      "経理",
      "재무",
    ),
    purpose: buildMessage(
      "Sees orders, documents, price lists and figures, and changes none of them.",
      "查看订单、单据、价目表和统计数据，不做更改。",
      "查看訂單、單據、價目表與統計數據，不做更改。",
      "Consulte commandes, documents, tarifs et chiffres, sans rien modifier.",
      "Sieht Aufträge, Dokumente, Preislisten und Kennzahlen und ändert nichts davon.",
      "Consulta pedidos, documentos, tarifas y cifras, sin modificarlos.",
      "Consulta pedidos, documentos, tabelas de preços e números, sem alterá-los.",
      "注文、書類、料金表、数値を確認します。変更はしません。",
      "주문, 문서, 요금표, 수치를 확인하며 변경하지 않습니다.",
    ),
  },
  marketing: {
    label: buildMessage(
      "Marketing",
      "市场营销",
      "市場行銷",
      "Marketing",
      "Marketing",
      "Marketing",
      "Marketing",
      "マーケティング",
      "마케팅",
    ),
    purpose: buildMessage(
      "Sees figures, customers and settings, but no single order.",
      "查看统计数据、客户和设置，但不能查看具体订单。",
      "查看統計數據、客戶與設定，但不能查看個別訂單。",
      "Consulte chiffres, clients et réglages, mais aucune commande.",
      "Sieht Kennzahlen, Kunden und Einstellungen, aber keine einzelnen Aufträge.",
      "Consulta cifras, clientes y ajustes, pero ningún pedido.",
      "Consulta números, clientes e configurações, mas nenhum pedido.",
      "数値、顧客、設定を確認します。個々の注文は見られません。",
      "수치, 고객, 설정을 확인하며 개별 주문은 볼 수 없습니다.",
    ),
  },
};
